import type { Command } from './context.ts'

/** `netbox doctor` checks what works on this machine. */
export const doctor: Command = {
  name: 'doctor',
  group: 'Run your programs',
  summary: 'see what works on this machine, and what to type if not',
  options: ['json', 'plain', 'apparmor-profile'],
  details:
    "The exit code is 0 if 'netbox serve -- COMMAND' works here, else 1. The command changes nothing: it prints what you can type. With " +
    '--apparmor-profile it prints a profile for systems that restrict user namespaces, such as Ubuntu 24.04.',
  run: async (context) => {
    const { examineMachine } = await import('../serve/examine-machine.ts')
    return examineMachine(context)
  },
}
