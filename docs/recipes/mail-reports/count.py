# Prints the messages of each day, and raises an alert for days on which receivers could not evaluate SPF.
import pathlib
import sys
import time
import xml.etree.ElementTree as ElementTree
from collections import Counter

name = "{urn:ietf:params:xml:ns:dmarc-2.0}"
messages, broken = Counter(), Counter()
for path in pathlib.Path(sys.argv[1]).glob("*.xml"):
    report = ElementTree.parse(path)
    day = time.strftime("%Y-%m-%d", time.gmtime(int(report.findtext(f".//{name}begin"))))
    for record in report.iter(f"{name}record"):
        count = int(record.findtext(f".//{name}count"))
        messages[day] += count
        if record.findtext(f".//{name}spf/{name}result") == "permerror":
            broken[day] += count

for day in sorted(messages):
    alert = f", ALERT: {broken[day]} with permerror" if broken[day] else ""
    print(f"{day} {messages[day]} messages{alert}")
