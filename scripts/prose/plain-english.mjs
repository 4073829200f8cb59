// The constructions that make a reader stumble, as an extension of write-good. docs/decisions/0047 explains the choice of this linter.
import writeGood from 'write-good'

/** Texts that must not change, so the check skips them: quotations, and sentences that reports contain. */
export const quotations = ['go to everyone who is linked', 'can read what was recorded under']

/** The start of a sentence. */
const start = String.raw`(?<=^|\n\n|[.!?]["'”)]?\s)["'“(]?`
/** The rest of a sentence that is not a question. */
const statement = String.raw`\b(?!(?:(?!\n\n)[^.!?])*\?)`

/**
 * A construction to avoid, with the kinds of text in which it counts and the advice. The test uses `bad` and `good` as examples.
 * @typedef {{ pattern: RegExp, kinds?: string[], advice: string, bad: string[], good: string[] }} Construction
 */

/** @type {Record<string, Construction>} */
export const constructions = {
  headlessSubject: {
    pattern: new RegExp(`${start}(?:What|Who|Whoever|Whatever|Whose)${statement}`, 'g'),
    kinds: ['paragraph', 'comment'],
    advice: 'begins a sentence without a noun: name the thing ("The message", "Clients that …")',
    bad: ['What is told is short.', 'It works. Who is sent away comes back.', 'What a page needs'],
    good: ['What is a seed?', 'Clients that leave early keep their place.'],
  },
  headlessObject: {
    pattern:
      /\b(?:what|who|whoever) (?:is|are|was|were|has been|have been) (?:\w+ed|told|known|kept|said|sent|written|shown|given|found|made|done|left|read|stored|held)\b/g,
    kinds: ['paragraph', 'comment', 'cell', 'text'],
    advice: 'has no noun: name the thing ("the stored run")',
    bad: ['netbox keeps what was typed.', 'Answers what is known of it.'],
    good: ['netbox keeps the input.', 'See what the page shows.'],
  },
  alone: {
    pattern: /(?<!\b(?:stands?|leaves?|left|let|runs?|used|works?)(?: \w+)? )\balone\b/gi,
    kinds: ['paragraph', 'comment', 'cell'],
    advice: 'say "only"',
    bad: ['The command knows test keys alone.'],
    good: ['Leave it alone.', 'It stands alone.', 'The command knows only test keys.'],
  },
  headlessQuestion: {
    pattern: new RegExp(`${start}(?:Is|Are) ${statement}`, 'g'),
    kinds: ['comment'],
    advice: 'is not a sentence: begin a function with "Returns `true` if …", a value with a noun ("`true` if …")',
    bad: ['Is a number.', 'Are the same.'],
    good: ['Is this a loop?', 'Returns `true` if the run is over.'],
  },
  toBeDone: {
    pattern: /\b(?:is|are|was|were) to (?:be|do|go|see|stay|say|hold|show|give|come|end|happen|keep|take|work)\b/g,
    advice: 'say "must", "should" or "will"',
    bad: ['Nothing is to be set up.', 'What it is to show.'],
    good: ['No setup needed.', 'The goal is to fail early.'],
  },
  noUseFor: {
    pattern: /\b(?:has|have|had) no use for\b/g,
    advice: 'say what is wrong: "Unexpected argument"',
    bad: ["'netbox list' has no use for 'extra'"],
    good: ["Unexpected argument 'extra'"],
  },
  suchAs: {
    pattern: /\bsuch an? [\w-]+ as\b/g,
    advice: 'say "like" or name it',
    bad: ['Such a page as this.', 'It takes such a host as that.'].slice(1),
    good: ['A host such as example.com.'],
  },
  ofItsOwn: {
    pattern: /\ban? [\w-]+ of (?:its|their|his|our|my) own\b/g,
    kinds: ['paragraph', 'comment', 'cell'],
    advice: 'say "its own …"',
    bad: ['Each file has a name of its own.'],
    good: ['Each file has its own name.'],
  },
  nothingBut: {
    pattern: /\b(?:nothing|nobody|none|nowhere) (?:else )?but\b|\bno \w+ but\b/gi,
    advice: 'say "only"',
    bad: ['It reads nothing but the key.', 'It accepts no host but localhost.'],
    good: ['It reads only the key.', 'It has no port, but a name.'],
  },
  metaphor: {
    pattern:
      /\b(?:farewells?|unheard|in \w+ clothes|good manners|bad manners|the one door|by one road|sent away|gives? up the ghost|falls? silent|has had enough|out of breath)\b/gi,
    advice: 'is a metaphor: use the technical term',
    bad: ['An IPv4 address in IPv6 clothes.', 'The one door to the clock.', 'Clients are sent away.'],
    good: ['An IPv4-mapped IPv6 address.', 'Only platform.ts reads the clock.'],
  },
  oldNames: {
    pattern: /\b(?:keptFor|bends? the world|the bent world|Soon<|takes? turns with)\b/g,
    advice: 'is a name that we replaced: TTL cache, simulate a fault, MaybePromise',
    bad: ['Faults bend the world.'],
    good: ['netbox simulates a fault.'],
  },
  tells: {
    pattern: new RegExp(
      `${start}(?:Tells (?:whether|if|of|about|what)|Says (?:what|of|whether)|Gives (?:the|what|how|who|which|when|whether|where)\\b(?! (?:place|terminal) back))`,
      'g',
    ),
    kinds: ['comment'],
    advice: 'say "Returns"',
    bad: ['Tells whether a plan includes a tool.', 'Gives the network of an address.'],
    good: ['Returns `true` if the plan includes a tool.'],
  },
  whoever: {
    pattern: /\b(?:whoever|whomever|whosoever)\b/gi,
    kinds: ['paragraph', 'comment', 'cell'],
    advice: 'name the person or the program',
    bad: ['The page tells it to whoever runs the service.'],
    good: ['The page tells operators.'],
  },
  somebody: {
    pattern: /\b(?:somebody|anybody)\b/gi,
    kinds: ['paragraph', 'comment', 'cell'],
    advice: 'name the person or the program (a user, a visitor), or say "someone"',
    bad: ['Somebody signed in.'],
    good: ['A user signed in.'],
  },
  archaic: {
    pattern:
      /\b(?:anew|for ever|whereby|wherein|thereof|hitherto|by and by|howsoever|lest|oftener|comes? to nothing|as bad as|unwanted mail)\b/gi,
    advice: 'is archaic: use an everyday word ("again", "never expires")',
    bad: ['It is encrypted anew.', 'The token is kept for ever.'],
    good: ['It is encrypted again.', 'The token never expires.'],
  },
  theOneThat: {
    pattern:
      /\b(?:that|those) (?:of|in|for) (?:what|who|which)\b|\bof (?:what|who|whom) (?:it|they|he|a|the|is|are|was|were)\b/g,
    advice: 'has no noun: name the thing',
    bad: ['It is made of what the seed gives and of what it names.'],
    good: ['It is made of values from the seed.'],
  },
}

const matches = (pattern) => (text) =>
  Array.from(text.matchAll(pattern), (match) => {
    const found = match[0].trimStart()
    return { index: match.index + match[0].length - found.length, offset: found.length }
  })

/** Disables write-good's checks except that for repeated words. The other checks report technical terms and passives. */
const own = { weasel: false, so: false, thereIs: false, passive: false, adverb: false, tooWordy: false, cliches: false }

const checksOf = (kind) =>
  Object.fromEntries(
    Object.entries(constructions)
      .filter(([, { kinds }]) => kinds === undefined || kinds.includes(kind))
      .map(([name, { pattern, advice }]) => [name, { fn: matches(pattern), explanation: advice }]),
  )

const separator = '\n\n'

/**
 * Returns the findings in passages of one file.
 * @param {import('./read-passages.mjs').Passage[]} passages
 */
export const findStumbles = (passages) => {
  const findings = []
  for (const [kind, ofKind] of Map.groupBy(passages, (passage) => passage.kind)) {
    const starts = []
    // Starts with a separator, because write-good's list of allowed terms doesn't work at the very start of a text.
    let text = separator
    for (const passage of ofKind) {
      starts.push(text.length)
      text += passage.text + separator
    }
    const repeated = writeGood(text, { ...own, whitelist: quotations }).filter(({ index, offset }) =>
      /\b([a-z]{2,})[ \t]*\n?[ \t]*\1$/i.test(text.slice(Math.max(0, index - 40), index + offset)),
    )
    for (const { index, reason } of [
      ...repeated,
      ...writeGood(text, { checks: checksOf(kind), whitelist: quotations }),
    ]) {
      const at = starts.findLastIndex((begin) => begin <= index)
      const passage = ofKind[at]
      if (passage === undefined) continue
      const line = passage.line + passage.text.slice(0, index - starts[at]).split('\n').length - 1
      findings.push({ line, reason: reason.replaceAll(/\s+/g, ' ') })
    }
  }
  return findings.toSorted((a, b) => a.line - b.line)
}

/** Returns the number of words and sentences in the running text of passages. */
export const measure = (passages) => {
  const sentences = passages
    .filter(({ kind }) => kind === 'paragraph' || kind === 'comment' || kind === 'text')
    .flatMap(({ text }) => text.split(/(?<=[.!?])\s+/))
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length)
    .filter((words) => words > 0)
  return { sentences: sentences.length, words: sentences.reduce((sum, words) => sum + words, 0) }
}
