/** The colour of a line: something succeeded, was refused, or is worth a look. */
export type Tone = 'good' | 'bad' | 'notice'

/** One thing that happened, in plain words. Whatever it is put into escapes it, once. */
export type ChatLine = { words: string; tone: Tone; happenedAt: Date }
