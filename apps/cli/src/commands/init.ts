import type { Command } from './context.ts'

/** `netbox init` writes the first files of a project that uses netbox. */
export const init: Command = {
  name: 'init',
  group: 'Run your programs',
  summary: 'write a world file, and a job for the CI of this folder',
  options: ['json'],
  details:
    'The command writes netbox.yaml, a world file with a fault and comments. If it finds GitHub Actions, Forgejo, GitLab or Jenkins, it ' +
    'also writes a file with a job that runs your tests in this world. It never changes a file that exists.',
  run: async (context) => (await import('../run/init-project.ts')).initProject(context),
}
