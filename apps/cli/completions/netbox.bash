# netbox completion for bash: source <(netbox completion bash)
_netbox() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} word skip=
  local -a given=()
  COMPREPLY=()
  # bash splits --name=value into three words.
  if [[ $cur == "=" ]]; then cur=; elif [[ $prev == "=" ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
  case $prev in
@VALUES@
  esac
  for word in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    if [[ -n $skip ]]; then [[ $word == "=" ]] || skip=; continue; fi
    case $word in
      @FLAGS_WITH_VALUE@) skip=1 ;;
      -?*|=) ;;
      *) given+=("$word") ;;
    esac
  done
  if [[ $cur == -* ]]; then
    case ${given[0]} in
@FLAGS@
    esac
    return
  fi
  case "${given[*]}" in
@ARGUMENTS@
  esac
}
complete -o filenames -F _netbox netbox
