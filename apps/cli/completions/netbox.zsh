#compdef netbox
# netbox completion for zsh: save as _netbox in a folder of your $fpath
_netbox() {
  local context state line curcontext=$curcontext
  local -a commands given
  commands=(@COMMANDS@)
  _arguments -C @OPTIONS@ '1:command:->command' '*::argument:->argument'
  case $state in
    command) _describe -t commands 'tool or command' commands; return ;;
    argument) ;;
    *) return ;;
  esac
  local command=$words[1]
  given=(${(@)words[1,CURRENT-1]:#-*})
  case $command in
@OPTIONS_OF_COMMANDS@
  esac
  [[ $state == rest ]] || return
  case "${given[*]}" in
@ARGUMENTS@
  esac
}
# If sourced, the script registers itself; from $fpath, it is the completion function.
if [[ $zsh_eval_context[-1] == loadautofunc ]]; then _netbox "$@"; else compdef _netbox netbox; fi
