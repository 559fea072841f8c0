"""What Schemathesis cannot know of the service: the formats of its texts, which names are free, and whom it must not lock out."""

import datetime
import itertools
import json
import os
import ssl
import urllib.request

import schemathesis
from hypothesis import strategies as st

words = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs")), max_size=8)
quoted = words.map(lambda text: '"%s"' % text.replace("\\", "\\\\").replace('"', '\\"'))
lists = st.lists(quoted, min_size=1, max_size=3).map(", ".join)

# The identifier is the one symbol that all lists have.
conditions = st.one_of(
    st.sampled_from(["true", "false", "id = null", "id != null"]),
    st.builds("id {} {}".format, st.sampled_from(["=", "!=", "<", "<=", ">", ">=", "contains", "not contains", "icontains", "not icontains"]), quoted),
    st.builds("id {} [{}]".format, st.sampled_from(["in", "not in"]), lists),
)
predicates = st.recursive(
    conditions,
    lambda inner: st.one_of(st.builds("({}) {} ({})".format, inner, st.sampled_from(["and", "or"]), inner), inner.map("not ({})".format)),
    max_leaves=5,
)
orders = st.lists(st.sampled_from(["id", "id asc", "id desc"]), min_size=1, max_size=5).map(", ".join)
clauses = st.tuples(
    st.one_of(st.just(""), predicates),
    st.one_of(st.just(""), orders.map("sort by {}".format)),
    st.one_of(st.just(""), st.integers(0, 999).map("skip {}".format)),
    st.one_of(st.just(""), st.integers(0, 999).map("limit {}".format), st.just("limit none")),
)

schemathesis.openapi.format("filter", clauses.map(lambda parts: " ".join(filter(None, parts))))
schemathesis.openapi.format("sort", orders)
# Nothing can be invited to what is over.
times = st.datetimes(datetime.datetime(2100, 1, 1), datetime.datetime(2200, 1, 1))
schemathesis.openapi.format("date-time", times.map(lambda time: time.isoformat(timespec="milliseconds") + "Z"))
with open(os.environ["CERTIFICATES"], encoding="utf-8") as file:
    schemathesis.openapi.format("pem", st.sampled_from(json.load(file)))

base = os.environ["BASE"]
context = ssl.create_default_context(cafile=os.environ["AUTHORITY"])


def call(method, path, body=None, session=None):
    headers = {"content-type": "application/json", **({"zt-session": session} if session else {})}
    request = urllib.request.Request(base + path, method=method, data=None if body is None else json.dumps(body).encode(), headers=headers)
    with urllib.request.urlopen(request, context=context) as response:
        return json.load(response)["data"]


def stand_ins():
    """By the ids of the records that the administrator of the run signs in by, those of others that are like them."""
    session = call("POST", "/authenticate?method=password", {"username": "admin", "password": os.environ["ROUTERFILE_ADMIN_PASSWORD"]})["token"]
    own = call("GET", "/current-identity", session=session)
    policy = call("GET", "/auth-policies/default", session=session)
    other_policy = call("POST", "/auth-policies", {"name": "stand-in", "primary": policy["primary"], "secondary": policy["secondary"]}, session)["id"]
    other = call("POST", "/identities", {"name": "stand-in", "type": "User", "isAdmin": True, "authPolicyId": other_policy}, session)["id"]
    password = call("POST", "/authenticators", {"identityId": other, "method": "updb", "username": "stand-in", "password": "stand-in"}, session)["id"]
    return {own["id"]: other, own["authenticators"]["updb"]["id"]: password, policy["id"]: other_policy}


instead = stand_ins()
numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    method = case.method.upper()
    # A run without a session shows nothing, so changes of its administrator are made to another one.
    parameters = case.path_parameters or {}
    if method != "GET" and not case.path.startswith("/current-identity") and parameters.get("id") in instead:
        parameters["id"] = instead[parameters["id"]]
    # A name that is taken says nothing of all else in a body.
    body = case.body
    if method == "POST" and case.meta.generation.mode.is_positive and isinstance(body, dict):
        for field in ("name", "issuer", "externalId"):
            if isinstance(body.get(field), str):
                body[field] += f" {next(numbers)}"
