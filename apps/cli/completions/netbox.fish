# netbox completion for fish: save as ~/.config/fish/completions/netbox.fish
# The words so far without options and their values.
function __netbox_words
  set -l skip 0
  for word in (commandline -opc)[2..]
    if test $skip = 1
      set skip 0
      continue
    end
    switch $word
      case @FLAGS_WITH_VALUE@
        set skip 1
      case '-*'
      case '*'
        echo $word
    end
  end
end
function __netbox_after
  string match -q -- "$argv" "$(string join -- ' ' (__netbox_words))"
end
function __netbox_in
  contains -- (__netbox_words)[1] $argv
end
complete -c netbox -f
@COMMANDS@
@ARGUMENTS@
@OPTIONS_OF_COMMANDS@
