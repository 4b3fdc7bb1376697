// On its own: the sheet at a door loads it when it is needed.
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { cardDuesQuery } from './dues-api.ts'
import { DuesForm, hasDues } from './dues-form.tsx'

/** What a member pays who stands at a door that stays closed because of money. `otherwise`: where nothing is to pay. */
export const PayNowCard = ({ otherwise }: { otherwise: ReactNode }) => {
  const { data: dues } = useQuery(cardDuesQuery)
  return dues && hasDues(dues) ? <DuesForm dues={dues} size="lg" /> : otherwise
}
