"""Drives the Python package openai, unmodified, for tests in another language: reads one JSON object
a line, does what it says, answers with one JSON object a line."""

import json
import sys
import time

import openai

# What the package waits before it tries again, in milliseconds: recorded, and not waited for.
waits = []
time.sleep = lambda seconds: waits.append(round(seconds * 1000))


def client(order):
    return openai.OpenAI(
        base_url=order["baseUrl"],
        api_key=order.get("apiKey", "any"),
        max_retries=order.get("maxRetries", 0),
    )


def whole(order, seen):
    completion = client(order).chat.completions.create(**order["body"])
    return {"completion": completion.model_dump(mode="json")}


def stream(order, seen):
    for chunk in client(order).chat.completions.create(**order["body"], stream=True):
        seen.append(chunk.model_dump(mode="json"))
    return {}


def abort(order, seen):
    chunks = client(order).chat.completions.create(**order["body"], stream=True)
    for chunk in chunks:
        seen.append(chunk.model_dump(mode="json"))
        if chunk.choices and chunk.choices[0].delta.content:
            break
    chunks.close()
    return {"aborted": chunks.response.is_closed}


def completions(order, seen):
    completion = client(order).completions.create(**order["body"])
    return {"completion": completion.model_dump(mode="json")}


def embeddings(order, seen):
    embeddings = client(order).embeddings.create(**order["body"])
    return {"embeddings": embeddings.model_dump(mode="json")}


ACTIONS = {
    "whole": whole,
    "stream": stream,
    "abort": abort,
    "completions": completions,
    "embeddings": embeddings,
}


def described(error):
    response = getattr(error, "response", None)
    headers = response.headers if response is not None else {}
    return {
        "class": type(error).__name__,
        "status": getattr(error, "status_code", None),
        "code": error.code,
        "param": error.param,
        "type": error.type,
        "message": error.message,
        "requestId": headers.get("x-warmpath-request-id"),
        "retryAfter": headers.get("retry-after"),
    }


for line in sys.stdin:
    order = json.loads(line)
    chunks = []
    waits.clear()
    try:
        outcome = ACTIONS[order["action"]](order, chunks)
    except openai.APIError as error:
        outcome = {"error": described(error)}
    print(json.dumps({**outcome, "chunks": chunks, "waits": waits}), flush=True)
