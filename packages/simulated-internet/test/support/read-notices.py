"""Reads bounces and complaints with Python's email package. Prints the type of each report, and its fields for programs as JSON."""
import email
import email.policy
import json
import sys

for path in sys.argv[1:]:
    with open(path, "rb") as file:
        message = email.message_from_binary_file(file, policy=email.policy.default)
    parts = list(message.iter_parts())
    assert message.get_content_type() == "multipart/report" and len(parts) == 3, path
    assert not any(part.defects for part in message.walk()), path
    status = parts[1]
    # A feedback report is one group of fields, which the parser leaves as text.
    groups = status.get_payload() if status.is_multipart() else [email.message_from_string(status.get_payload())]
    fields = {name: value for group in groups for name, value in group.items()}
    print(json.dumps({"type": message.get_param("report-type"), "fields": fields}))
