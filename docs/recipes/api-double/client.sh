api=https://api.payments.example
curl -s "$api/v1/payments/7"
curl -s -H 'Authorization: Bearer secret' "$api/v1/payments/7"
curl -s --json '{"amount":12}' -H 'Authorization: Bearer secret' "$api/v1/payments"
curl -s -o /dev/null -w '%{content_type}\n' "$api/logo.svg"
