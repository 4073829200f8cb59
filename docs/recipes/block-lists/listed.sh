#!/bin/sh
# Prints the answer of a block list about an address: listed, clean, refused or dead.
list=$1
ask() { dig +short "$(echo "$1" | awk -F. '{ print $4 "." $3 "." $2 "." $1 }').$list" A; }
case $(ask 127.0.0.1) in
  127.255.255.*) echo refused; exit ;;
  127.0.0.*) echo dead; exit ;;
esac
case $(ask "$2") in
  127.0.0.*) echo listed ;;
  *) echo clean ;;
esac
