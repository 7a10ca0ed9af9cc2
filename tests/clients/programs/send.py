import os
import sys
from urllib.parse import urlencode
from urllib.request import urlopen

variant, url = sys.argv[1:]
data = {"name": os.environ["NAME"], "message": os.environ["MESSAGE"]}

if variant == "urllib":
    urlopen(url, urlencode(data).encode())
else:
    # In a package of its own.
    import requests

    bodies = {
        "requests-data": {"data": data},
        "requests-json": {"json": data},
        "requests-files": {"files": {name: (None, text) for name, text in data.items()}},
    }
    requests.post(url, **bodies[variant]).raise_for_status()
