/** Letters that no decomposition turns into plain ones. The function `fold_text` of the database has the same. */
const plainLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  þ: 'th',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  ı: 'i',
}

const plainText = /^[ -~]*$/

/** Text as searching compares it: in small plain letters, so that `Müller` is `muller`. */
export const foldText = (text: string): string =>
  // Most texts have no letters to fold, and many are compared at once.
  plainText.test(text)
    ? text.toLowerCase()
    : text
        .normalize('NFKD')
        .replaceAll(/[\u0300-\u036f]/g, '')
        .toLowerCase()
        .replaceAll(/[ßæœþøłđðı]/g, (letter) => plainLetters[letter] ?? letter)

/** `ae`, `oe` and `ue` as one letter: that is how `Mueller` and `Müller` meet. */
const joinUmlauts = (folded: string) => folded.replaceAll(/([aou])e/g, '$1')

/** Each way a typed word may stand in a text that is searched; one of them has to. */
export const wordForms = (word: string): string[] => {
  const folded = foldText(word)
  return [...new Set([folded, joinUmlauts(folded)])]
}

/** What a text is found by: as it is, and with its umlauts joined. */
const searchText = (text: string) => {
  const folded = foldText(text)
  return `${folded} ${joinUmlauts(folded)}`
}

export const wordsOf = (typed: string): string[] => typed.split(/\s+/).filter((word) => word !== '')

/** Whether a text has every typed word in it, whatever their order, case and accents. */
export const hasWords = (text: string, typed: string): boolean => {
  const searched = searchText(text)
  return wordsOf(typed).every((word) => wordForms(word).some((form) => searched.includes(form)))
}

/** The same, where each typed word begins a word of the text: for short lists, where parts of words only mislead. */
export const hasWordStarts = (text: string, typed: string): boolean => {
  const separated = (given: string) => given.replaceAll(/[^\p{L}\p{M}\p{N}+]+/gu, ' ')
  const searched = ` ${searchText(separated(text))}`
  return wordsOf(separated(typed)).every((word) => wordForms(word).some((form) => searched.includes(` ${form}`)))
}
