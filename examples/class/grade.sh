#!/bin/bash
# Grades answers: bash grade.sh SEED FILE NUMBER. Each line of the file is an exercise and its answer. Ends with 1 below NUMBER right ones.
set -eu
right=0
total=0
while read -r exercise answer; do
  total=$((total + 1))
  # shellcheck disable=SC2086 # An answer is one to three words.
  if netbox exercise check "$exercise" $answer --seed "$1" </dev/null; then right=$((right + 1)); fi
done <"$2"
echo "$right of $total"
[ "$right" -ge "$3" ]
