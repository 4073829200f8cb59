import { findTool, scenarioLessons, type ScenarioName, tools } from '@netbox/core'
import { expectedFindings, findingsOf, fixedWorld, missingFindings } from '@netbox/core/testing'

// The learner sees a domain and a complaint, but not the fault.
const scenario = 'spf-permerror' satisfies ScenarioName
const box = fixedWorld(scenario, 'class of 2026')
console.log('shop.example complains: some receivers treat our mail as forged. Find out why.\n')

// The learner notes the codes of the findings that explain the complaint.
const written = new Map<string, string[]>()
for (const id of ['mx-record', 'spf-check', 'email-deliverability'] as const) {
  const run = await box.run(id, 'shop.example')
  const bad = Object.entries(findingsOf(run)).filter(([, severity]) => severity === 'critical')
  written.set(
    id,
    bad.map(([code]) => code),
  )
  console.log(`${run.tool}: ${run.verdict.sentence}`)
  // Checks that the fault is visible in this world, so that learners can find it.
  if (missingFindings(run).length > 0) throw new Error(`${id} does not show ${scenario}`)
}

// The teacher's solution.
const expected = expectedFindings(scenario)
console.log('\nSolution')
for (const { id } of tools) {
  for (const code of Object.keys(expected[id] ?? {})) {
    const answer = written.get(id)?.includes(code) === true ? 'found' : 'not looked at'
    console.log(`  ${findTool(id)?.name}: ${code}, ${answer}`)
  }
}
console.log(`\n${scenarioLessons[scenario]}`)
