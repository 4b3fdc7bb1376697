import { z } from 'zod'
import { callService, formWith, ServiceFault, type SentPhoto, webAddress } from './service.ts'

export type TrelloAccount = { baseUrl: string; key: string; token: string; listId: string }

/** In a header, where no proxy logs them; Trello reads them there as well as in the address. */
const headersOf = ({ key, token }: TrelloAccount) => ({
  authorization: `OAuth oauth_consumer_key="${encodeURIComponent(key)}", oauth_token="${encodeURIComponent(token)}"`,
})

const meanings = {
  400: 'Trello doesn’t know the list',
  401: 'Trello doesn’t accept the key or the token',
  403: 'The token may not add cards to this board',
  404: 'Trello can’t find the list',
}

const Card = z.object({ id: z.string().regex(/^[0-9a-zA-Z]{1,64}$/), shortUrl: z.string().default('') })

const withoutSlash = (address: string) => address.replace(/\/+$/, '')

/** Adds a card at the top of the list. */
export const createCard = async (
  account: TrelloAccount,
  card: { name: string; description: string },
): Promise<{ reference: string; url: string | null }> => {
  const said = await callService({
    service: 'Trello',
    url: `${withoutSlash(account.baseUrl)}/1/cards`,
    method: 'POST',
    headers: headersOf(account),
    body: { idList: account.listId, name: card.name, desc: card.description, pos: 'top' },
    meanings,
  })
  const made = Card.safeParse(said)
  if (!made.success) throw new ServiceFault('This isn’t Trello: it answered without a card.', { isFinal: true })
  return { reference: made.data.id, url: webAddress(made.data.shortUrl) }
}

export const attachToCard = async (
  account: TrelloAccount,
  { reference, photo }: { reference: string; photo: SentPhoto },
): Promise<void> => {
  await callService({
    service: 'Trello',
    url: `${withoutSlash(account.baseUrl)}/1/cards/${encodeURIComponent(reference)}/attachments`,
    method: 'POST',
    headers: headersOf(account),
    body: formWith('file', photo),
    meanings: { ...meanings, 400: 'Trello didn’t take the photo', 404: 'The card is no longer in Trello' },
  })
}
