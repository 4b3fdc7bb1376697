// On its own: the sheet at a door loads it without the pages of cards.
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const duesQuery = queryOptions({ ...apiQuery(api.stripe.getCardDues), meta: { live: 'billing' } })

export const { tryCardAgain, payByCard, confirmCardPayment, startSetup } = api.stripe

/** Names one payment, so that a second click or a lost answer takes nothing twice. */
export const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
