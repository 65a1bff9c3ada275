"""What a game makes of its content/ is made once."""

from companion.content.content_cache import cached_by_content


def test_it_is_made_once_for_each_content():
    """The same content gives the same thing; another one, though equal, gives its own."""
    made = []

    @cached_by_content
    def tables(content):
        """Facts."""
        made.append(content)
        return object()

    first, second = {"a": 1}, {"a": 1}
    assert tables(first) is tables(first)
    assert tables(second) is not tables(first)
    assert len(made) == 2
    assert tables.__doc__ == "Facts."
