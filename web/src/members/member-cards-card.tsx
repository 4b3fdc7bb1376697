import { useState } from 'react'
import { Button, Card, Divider, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { Card as AccessCard, CardState } from '@spacekeeper/contract/cards.ts'
import { formatDay } from '#platform/i18n/format.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { AddCardForm } from './add-card-form.tsx'
import { endCard, memberCardsQuery, refreshMember } from './api.ts'

const states = {
  active: { kind: 'fine', word: 'cardActive' },
  lost: { kind: 'refused', word: 'cardLost' },
  retired: { kind: 'none', word: 'cardRetired' },
} as const satisfies Record<CardState, unknown>

type Props = { memberId: number; mayChange: boolean }

/** The cards of a member, those that work and those that did. */
export const MemberCardsCard = ({ memberId, mayChange }: Props) => {
  const { t } = useTranslation('members')
  const cards = useQuery(memberCardsQuery(memberId))
  return (
    <Card component="section" aria-labelledby="member-cards">
      <Title order={2} id="member-cards" mb="xs">
        {t('cards')}
      </Title>
      <Page query={cards}>
        {(known) => (
          <Stack gap="md">
            <Text size="sm" c="dimmed">
              {t(known.cards.length === 0 ? 'noCards' : 'cardActions')}
            </Text>
            {known.cards.map((card) => (
              <CardRow key={card.id} card={card} memberId={memberId} mayChange={mayChange} />
            ))}
            {mayChange ? (
              <>
                <Divider />
                <AddCardForm memberId={memberId} />
              </>
            ) : null}
          </Stack>
        )}
      </Page>
    </Card>
  )
}

const timesOf = ({ addedAt, endedAt }: AccessCard) => ({
  since: formatDay(addedAt),
  until: endedAt === null ? '' : formatDay(endedAt),
})

const CardRow = ({ card, memberId, mayChange }: Props & { card: AccessCard }) => {
  const { t } = useTranslation('members')
  const client = useQueryClient()
  const [busy, setBusy] = useState<CardState | null>(null)
  const { kind, word } = states[card.state]
  const { number } = card
  const end = async (state: 'lost' | 'retired') => {
    if (busy) return
    setBusy(state)
    try {
      await endCard({ memberId, cardId: card.id, state })
      await refreshMember(client)
      notify.done({ text: t(state === 'lost' ? 'doneCardLost' : 'doneCardRetired', { number }) })
    } catch (error) {
      notify.failed(error)
    }
    setBusy(null)
  }
  return (
    <Group justify="space-between" gap="sm">
      <Stack gap={0}>
        <Group gap="sm">
          <Text fw={500}>{number}</Text>
          <Status kind={kind}>{t(word)}</Status>
        </Group>
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {card.label ? `${card.label}, ` : null}
          {t(card.endedAt === null ? 'cardSince' : 'cardUntil', timesOf(card))}
        </Text>
      </Stack>
      {card.state === 'lost' || !mayChange ? null : (
        <Group gap="xs">
          <Button
            h={44}
            variant="default"
            loading={busy === 'lost'}
            onClick={() => void end('lost')}
            aria-label={t('markLostOf', { number })}
          >
            {t('markLost')}
          </Button>
          {card.state === 'active' ? (
            <Button
              h={44}
              variant="default"
              loading={busy === 'retired'}
              onClick={() => void end('retired')}
              aria-label={t('retireOf', { number })}
            >
              {t('retire')}
            </Button>
          ) : null}
        </Group>
      )}
    </Group>
  )
}
