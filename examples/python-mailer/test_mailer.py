from mailer import deliver


def test_the_order_arrives():
    text = "Subject: Order 4711\r\n\r\nThank you.\r\n"
    assert deliver("shop@client.example", "postmaster@shop.example", text).endswith(".shop.example")
