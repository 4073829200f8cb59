import type { Command } from './context.ts'

/** `netbox exercise` sets tasks with faults, and grades the answers. */
export const exercise: Command = {
  name: 'exercise',
  group: 'Run your programs',
  arguments: '<task> [words...]',
  takes: ['list', 'sheet', 'start', 'check', 'solutions'],
  strict: true,
  summary: 'find or repair a fault, and grade the answer',
  options: ['json', 'quiet', 'seed', 'at'],
  details:
    'list names the exercises of the seed: find-1 to find-21, of which four have no fault, and repair-1 to repair-17. sheet prints them for ' +
    'learners, and solutions for teachers.\n\n' +
    'start NAME opens a shell in the internet of the exercise; start NAME -- COMMAND runs a command there. It needs Linux. ' +
    'The shell has no netbox, no seed and no control API. For a domain to repair, start also writes its facts into NAME.yaml.\n\n' +
    'check find-1 DOMAIN TOOL FAULT grades an answer: the tool that shows the fault, and a scenario or the code of a finding; or ' +
    '\'none\' in place of the three. It also accepts JSON, {"domain", "component", "fault"}, as a word or with \'-\' on stdin. check repair-1 grades the ' +
    'edited file: no critical finding, and no other fact changed. The exit code is 0 for right and 1 for wrong.\n\n' +
    'With --json, list, solutions and check print one document per line.',
  run: async (context) => (await import('../exercise/run-exercise.ts')).runExercise(context),
}
