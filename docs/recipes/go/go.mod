module example.com/mailcheck

go 1.19
