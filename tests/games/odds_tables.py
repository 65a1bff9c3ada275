"""Answers to questions for exact odds, as tests read them."""


def ask(game, content, question, *words, told=None):
    """The answer to a question with these words, `k=v`. told: words that a table in play gives."""
    return game.odds.questions[question].answer(content, told or {}, dict(word.split("=", 1) for word in words))


def rows(odds, code):
    """id -> chance of the one table of that code."""
    (table,) = [table for table in odds.tables if table.code == code]
    return {row.id: row.chance for row in table.rows}
