// On its own: screens, mails and printed documents all set names of other scripts into English sentences.
const letter = String.raw`[\p{sc=Arab}\p{sc=Hebr}\p{sc=Syrc}\p{sc=Thaa}\p{sc=Nkoo}]`

export const rightToLeft = new RegExp(letter, 'u')

/** Words that run from right to left, such as a name of several: nothing beside them may take part in their order. */
export const rightToLeftWords = new RegExp(String.raw`${letter}(?:[\p{M}\u200C\u200D]|[ '\u2019-]?${letter})*`, 'gu')

/** Isolates such words within a text, so that a number or another name behind them stays there. */
export const isolateWords = (text: string): string => text.replaceAll(rightToLeftWords, '\u2068$&\u2069')
