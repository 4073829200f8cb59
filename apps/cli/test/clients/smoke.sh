# A smoke test of a site. BUG names a planted bug.
page=https://www.shop.example/
fetch() { curl -s -o /dev/null --max-time 10 "$@"; }

case $BUG in
insecure) fetch -k $page && { fetch $page; [ $? -ne 60 ] || exit 1; } ;;
downgrade) fetch $page || [ $? -ne 35 ] || { fetch http://www.shop.example/ && exit 1; } ;;
six-only) fetch -6 $page; [ $? -ne 7 ] || exit 1 ;;
pipe) curl -s --max-time 10 $page | grep -q . || { fetch $page; [ $? -ne 6 ] || exit 1; } ;;
*) fetch $page || echo "later: $?" ;;
esac
exit 0
