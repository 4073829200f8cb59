// The dialogues of every scenario instead of a sample.
await import('./smtp-dialogues.test.ts')
