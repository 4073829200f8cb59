#!/usr/bin/env bash
# Reads the mailbox of a user ($2) at a host ($1) with mbsync and curl, and prints what they find.
set -euo pipefail
host=$1 user=$2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
cd "$folder"
mkdir mail
cat >config <<END
IMAPAccount far
Host $host
User $user
Pass any
SSLType IMAPS
CertificateFile $SSL_CERT_FILE

IMAPStore far
Account far

MaildirStore near
Path $folder/mail/
Inbox $folder/mail/INBOX
SubFolders Verbatim

Channel all
Far :far:
Near :near:
Pattern Drafts
Create Near
Sync Pull New
SyncState *
END
mbsync --quiet --config config all >/dev/null 2>&1
echo "mbsync $(find mail/Drafts/cur mail/Drafts/new -type f | wc -l)"
ask() { curl --silent --show-error --ssl-reqd --user "$user:any" "$1"; }
echo "imaps $(ask "imaps://$host/" | grep -c '^\* LIST')"
ask "imap://$host/Drafts;UID=1" >one
ask "imaps://$host/Drafts;MAILINDEX=1" >other
cmp one other && echo 'imap equal'
echo "pop3s $(ask "pop3s://$host/" | wc -l)"
ask "pop3://$host/2" >one
ask "imaps://$host/INBOX;UID=2" >other
cmp one other && echo 'pop3 equal'
