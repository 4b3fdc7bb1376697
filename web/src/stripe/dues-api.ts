// On its own: the sheet at a door loads it without the pages of cards.
import { queryOptions } from '@tanstack/react-query'
import { apiQuery } from '#platform/api/api-query.ts'
import { api } from '#platform/api/client.ts'

export const cardDuesQuery = queryOptions({ ...apiQuery(api.stripe.getCardDues), meta: { live: 'billing' } })

export const { tryCardAgain, payByCard, confirmCardPayment, startSetup } = api.stripe
