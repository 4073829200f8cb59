# launch.sh IN OUT ERR FOLDER COMMAND…: runs the command with these descriptors and prints its exit code.
in=$1 out=$2 err=$3 folder=$4
shift 4

# Prints the redirection of a descriptor to a file, or of one that needs none.
redirection() {
  case $2 in
    closed) echo "$1>&-" ;;
    null) echo "$1<>/dev/null" ;;
    full) echo "$1<>/dev/full" ;;
    file) echo "$1<>'$folder/$3'" ;;
  esac
}

run() {
  eval '"$@"' "$(redirection 0 "$in" input.txt) $(redirection 1 "$out" stdout) $(redirection 2 "$err" stderr)"
  echo $? > "$folder/code"
}

# A pipe goes through descriptors that the command inherits.
{ { : | run "$@" | cat > "$folder/stdout.pipe"; } 2>&1 >&3 | cat > "$folder/stderr.pipe"; } 3>&1
[ "$out" = pipe ] && mv "$folder/stdout.pipe" "$folder/stdout"
[ "$err" = pipe ] && mv "$folder/stderr.pipe" "$folder/stderr"
cat "$folder/code"
