import { describeTranscripts } from './support/transcript.ts'

describeTranscripts('../transcripts/full/')
