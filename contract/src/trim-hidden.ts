// On its own: addresses and fields import it, and fields import addresses.

/** Blanks, and marks of direction and joiners, which show nothing at the end of a text. */
const hidden = '[\\s\\p{Z}\\u00ad\\u061c\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u2069\\ufeff]+'

const ends = new RegExp(`^${hidden}|${hidden}$`, 'gu')

/** Takes off both ends what can't be seen: such marks come along with what is pasted. */
export const trimHidden = (text: string): string => text.replaceAll(ends, '')
