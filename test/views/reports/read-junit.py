"""Reads a report of JUnit from standard input by the schema beside this file, and prints what is in it as JSON."""

import json
import os
import re
import sys
import xml.etree.ElementTree as ET

XS = "{http://www.w3.org/2001/XMLSchema}"
schema = ET.parse(os.path.join(os.path.dirname(__file__), "junit.xsd")).getroot()
types = {each.get("name"): each for each in schema if each.tag != XS + "element"}
elements = {each.get("name"): each for each in schema if each.tag == XS + "element"}
faults = []


def check(node):
    declared = elements.get(node.tag)
    if declared is None:
        faults.append(f"there is no element {node.tag}")
        return
    kind = types.get(declared.get("type"))
    kind = declared.find(XS + "complexType") if kind is None else kind
    check_attributes(node, kind)
    check_children(node, kind)
    if (node.text or "").strip() and kind.get("mixed") != "true":
        faults.append(f"{node.tag} has text")
    for child in node:
        check(child)


def check_attributes(node, kind):
    declared = {each.get("name"): each for each in kind.findall(XS + "attribute")}
    for name in node.attrib:
        if name not in declared:
            faults.append(f"{node.tag} has no attribute {name}")
    for name, each in declared.items():
        value = node.get(name)
        if value is None and each.get("use") == "required":
            faults.append(f"{node.tag} lacks {name}")
        pattern = types.get(each.get("type"))
        if value is not None and pattern is not None:
            text = pattern.find(f"{XS}restriction/{XS}pattern").get("value")
            if not re.fullmatch(text, value):
                faults.append(f"{node.tag}: {name}={value}")


def check_children(node, kind):
    """As words of a regular expression: a sequence or a choice of references, each so often."""
    model = kind.find(XS + "sequence")
    model = kind.find(XS + "choice") if model is None else model
    if model is None:
        pattern = ""
    elif model.tag == XS + "sequence":
        pattern = "".join(occurs(f"<{each.get('ref')}>", each) for each in model)
    else:
        pattern = occurs("|".join(f"<{each.get('ref')}>" for each in model), model)
    children = "".join(f"<{child.tag}>" for child in node)
    if not re.fullmatch(pattern, children):
        faults.append(f"{node.tag} has {children}")


def occurs(text, each):
    most = each.get("maxOccurs", "1")
    return f"(?:{text}){{{each.get('minOccurs', '1')},{'' if most == 'unbounded' else most}}}"


def case(node):
    problem = None if len(node) == 0 else {"is": node[0].tag, "text": node[0].text or "", **node[0].attrib}
    return {**node.attrib, "problem": problem}


root = ET.fromstring(sys.stdin.buffer.read())
check(root)
for suite in root:
    counted = {name: len(suite.findall(f"testcase/{name}")) for name in ("failure", "error", "skipped")}
    said = {name: int(suite.get(of)) for name, of in (("failure", "failures"), ("error", "errors"), ("skipped", "skipped"))}
    if counted != said or int(suite.get("tests")) != len(suite.findall("testcase")):
        faults.append(f"{suite.get('name')} counts {said}, and has {counted}")


def read(suite):
    facts = {each.get("name"): each.get("value") for each in suite.findall("properties/property")}
    return {**suite.attrib, "facts": facts, "cases": [case(each) for each in suite.findall("testcase")]}


suites = [read(suite) for suite in root]
json.dump({"faults": faults, **root.attrib, "suites": suites}, sys.stdout)
