"""Calls services with their stock SDKs, without a setting about addresses, and prints what each returned."""

import boto3
import github
import requests
import stripe
import twilio.rest


def call_stripe():
    stripe.api_key = "sk_test_1"
    return stripe.Customer.create(email="ana@shop.example").email


def call_s3():
    client = boto3.client("s3", "eu-central-1", aws_access_key_id="a", aws_secret_access_key="b")
    client.put_object(Bucket="shop", Key="a.txt", Body=b"stored")
    return client.get_object(Bucket="shop", Key="a.txt")["Body"].read().decode()


def call_github():
    issues = github.Github().get_repo("shop/site").get_issues()
    return " ".join(issue.title for issue in issues)


def call_twilio():
    client = twilio.rest.Client("AC" + "1" * 32, "token")
    return client.messages.create(to="+1", from_="+2", body="good morning").body


def call_openai():
    request = {"model": "gpt-4o", "messages": [{"role": "user", "content": "hello"}]}
    answer = requests.post("https://api.openai.com/v1/chat/completions", json=request)
    return answer.json()["choices"][0]["message"]["content"]


for name, call in list(globals().items()):
    if name.startswith("call_"):
        try:
            result = call()
        except Exception as error:  # Each client has its own kinds of errors, and the test compares their texts.
            result = repr(error)
        print(f"{name.removeprefix('call_')}: {result}", flush=True)
