module client.example/fetch

go 1.19
