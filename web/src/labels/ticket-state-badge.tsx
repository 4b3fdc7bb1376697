// On its own: lists and the page of a ticket say alike how it stands.
import { Anchor } from '@mantine/core'
import type { Ticket } from '@spacekeeper/contract/labels/shapes.ts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { formatCalendarDay, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Status } from '#platform/ui/status.tsx'

/** What a ticket is for, as a link to its page. */
export const TicketLink = ({ number, children }: { number: number; children: ReactNode }) => (
  <Anchor inherit renderRoot={(props) => <Link to="/tickets/$number" params={{ number: String(number) }} {...props} />}>
    {children}
  </Anchor>
)

/** Until when the thing may stay, or since when it is gone. */
export const TicketState = ({ untilOn, isOverdue, removedAt }: Pick<Ticket, 'untilOn' | 'isOverdue' | 'removedAt'>) => {
  const { t } = useTranslation('labels')
  if (removedAt !== null) return <Status kind="none">{t('removedState', { day: formatDay(removedAt) })}</Status>
  if (untilOn === null) return <Status kind="fine">{t('noEnd')}</Status>
  const day = formatCalendarDay(untilOn)
  return isOverdue ? (
    <Status kind="warning">{t('ended', { day })}</Status>
  ) : (
    <Status kind="fine">{t('inTime', { day })}</Status>
  )
}
