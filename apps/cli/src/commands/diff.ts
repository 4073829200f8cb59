import { exitCodes } from '../exit.ts'
import { otherTools } from '../texts/messages.ts'
import { isRecordedName, type Recorded } from '../state/recorded-run.ts'
import type { Command, Context } from './context.ts'
import { fromHistory, readReport } from './replay.ts'

/** Finds a run: repeats a run from the history, or reads a whole run from a file. Warns if the repeated run differs. */
const find = async (name: string, context: Context): Promise<{ run: Recorded; complaint?: string }> => {
  if (!isRecordedName(name)) return { run: readReport(name) }
  const { run, complaint } = await fromHistory(name, context)
  return complaint === undefined ? { run } : { run, complaint: `${name}: ${complaint}` }
}

/** `netbox diff <run> <run>` compares two runs. */
export const diff: Command = {
  name: 'diff',
  group: 'Recorded runs',
  arguments: '<run> <run>',
  takes: 'runs',
  summary: 'show what changed between two runs of a tool',
  options: ['json', 'all', 'plain'],
  details:
    "A run is @-1 for your last one, @1 for the first in 'netbox history', an execution id, or a file that --json wrote. " +
    'netbox repeats runs of the history from their seeds and does not count them. If a repeated run differs from the recorded one, diff reports it and exits with 1.\n\n' +
    'The first run is A, the second B. Figures match by their label, findings by their check and severity. ' +
    'The exit code is 0 whenever the runs were compared, with or without differences.',
  run: async (context) => {
    const [first = '', second = ''] = context.words
    const [a, b] = [await find(first, context), await find(second, context)]
    if (a.run.tool !== b.run.tool) throw otherTools(a.run.tool, b.run.tool)
    const { writeComparison } = await import('../output/comparison.ts')
    writeComparison(a.run, b.run, context)
    const complaints = [a, b].flatMap(({ complaint }) => complaint ?? [])
    for (const complaint of new Set(complaints)) context.say(complaint)
    return complaints.length === 0 ? exitCodes.ran : exitCodes.failed
  },
}
