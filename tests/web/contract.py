"""The contract of the tracker with scripts: a description in OpenAPI against what a server answers."""

import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.strategies import sampled_from
from jsonschema_rs import validator_for
from schemathesis import GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    negative_data_rejection,
    positive_data_acceptance,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
)
from schemathesis.core.failures import FailureGroup

RULED = [positive_data_acceptance, negative_data_rejection]  # a rule refuses valid words; no number counts as 0
CONFORMANCE = [
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
]
ACCEPTED = [{"Accept": "application/json"}, {"Accept": "text/html"}]


class Contract:
    """A description and a server. Raises ValidationError if the description is not OpenAPI."""

    Breach = FailureGroup

    def __init__(self, document, server):
        self._document = document
        self._schema = schemathesis.openapi.from_dict(document)
        self._schema.config.update(base_url=server.address)
        self._schema.validate()

    def explore(self, label, phone, examples):
        """Send one operation what is described, and what is not. Raises Breach for an answer that is not described."""
        operation = self._schema.find_operation_by_label(label)

        def send(case, accepted):
            answer = case.call(headers=accepted, cookies=phone.cookies, allow_redirects=False)
            case.validate_response(answer, excluded_checks=RULED)

        how = settings(
            max_examples=examples,
            deadline=None,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
        )
        for mode in GenerationMode if operation.path_parameters else [GenerationMode.POSITIVE]:
            asked = given(case=operation.as_strategy(generation_mode=mode), accepted=sampled_from(ACCEPTED))
            how(asked(send))()

    def check(self, label, answer):
        """Raise Breach for an answer that is not described."""
        case = self._schema.find_operation_by_label(label).Case(path_parameters={"code": "qmzrda"})
        case.validate_response(answer, checks=CONFORMANCE)

    def fits(self, name, data):
        """Return True if the data have the schema of that name."""
        return validator_for({"$ref": f"#/components/schemas/{name}", **self._document}).is_valid(data)
