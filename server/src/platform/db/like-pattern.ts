/** For `like`: what contains the text, whatever its letters' case. The signs `like` reads as wildcards stand for themselves. */
export const likePattern = (text: string) => `%${text.toLowerCase().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`
