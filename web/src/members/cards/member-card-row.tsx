import { ActionIcon, Button, Group, Menu, Stack, Text } from '@mantine/core'
import type { CardState, Card } from '@spacekeeper/contract/members/shapes.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { useMutation } from '#platform/api/use-mutation.ts'
import { formatDay, formatMoment } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Status } from '#platform/ui/status.tsx'
import { endCard, restoreCard, relabelCard } from '../api.ts'
import { CardLabelDialog } from './card-label-dialog.tsx'
import { ReplaceCardDialog } from './replace-card-dialog.tsx'

const states = {
  active: { kind: 'fine', word: 'cardActive' },
  lost: { kind: 'refused', word: 'cardLost' },
  retired: { kind: 'none', word: 'cardRetired' },
} as const satisfies Record<CardState, unknown>

const happened = {
  added: 'cardAdded',
  lost: 'cardBecameLost',
  retired: 'cardBecameRetired',
  restored: 'cardBroughtBack',
  relabelled: 'cardRelabelled',
} as const satisfies Record<Card['history'][number]['what'], string>

type CardChange = { task: () => Promise<unknown>; text: string }

/** Does one thing at a time with a card, and says how it went. */
const useCard = ({ card, memberId }: { card: Card; memberId: number }) => {
  const { t } = useTranslation('members')
  const change = useMutation({
    mutationFn: ({ task }: CardChange) => task(),
    onSuccess: (_, { text }) => notify.done({ text }),
    onError: notify.failed,
  })
  const { number, id: cardId } = card
  const run = (task: CardChange['task'], text: string) => !change.isPending && change.mutate({ task, text })
  return {
    isBusy: change.isPending,
    end: (state: 'lost' | 'retired') =>
      run(
        () => endCard({ memberId, cardId, state }),
        t(state === 'lost' ? 'doneCardLost' : 'doneCardRetired', { number }),
      ),
    restore: () => run(() => restoreCard({ memberId, cardId }), t('doneCardRestored', { number })),
    relabel: (label: string) => relabelCard({ memberId, cardId, label }),
  }
}

type Props = { card: Card; memberId: number; mayChange: boolean }

/** A card, what can be done about it, and what happened to it. */
export const MemberCardRow = ({ card, memberId, mayChange }: Props) => {
  const { t } = useTranslation('members')
  const [open, setOpen] = useState<'label' | 'replace' | 'history' | null>(null)
  const { isBusy, end, restore, relabel } = useCard({ card, memberId })
  const { kind, word } = states[card.state]
  const { number } = card
  const times = { since: formatDay(card.addedAt), until: card.endedAt === null ? '' : formatDay(card.endedAt) }
  const close = () => setOpen(null)
  return (
    <Stack gap={4}>
      <Group justify="space-between" gap="sm">
        <Stack gap={0}>
          <Group gap="sm">
            <Text fw={500}>{number}</Text>
            <Status kind={kind}>{t(word)}</Status>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {card.label ? `${card.label}, ` : null}
            {t(card.endedAt === null ? 'cardSince' : 'cardUntil', times)}
          </Text>
        </Stack>
        {mayChange ? (
          <Group gap="xs">
            {card.state === 'lost' ? null : (
              <Button
                variant="default"
                disabled={isBusy}
                onClick={() => end('lost')}
                aria-label={t('markLostOf', { number })}
              >
                {t('markLost')}
              </Button>
            )}
            <Menu position="bottom-end" withinPortal={false}>
              <Menu.Target>
                <ActionIcon size={44} aria-label={t('moreOfCard', { number })} disabled={isBusy}>
                  <IconDots size={20} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {card.state === 'active' ? (
                  <>
                    <Menu.Item mih={44} onClick={() => setOpen('replace')}>
                      {t('replaceCard')}
                    </Menu.Item>
                    <Menu.Item mih={44} onClick={() => end('retired')}>
                      {t('retire')}
                    </Menu.Item>
                  </>
                ) : null}
                {card.state === 'retired' ? (
                  <Menu.Item mih={44} onClick={restore}>
                    {t('bringBack')}
                  </Menu.Item>
                ) : null}
                <Menu.Item mih={44} onClick={() => setOpen('label')}>
                  {t('changeLabel')}
                </Menu.Item>
                <Menu.Item mih={44} onClick={() => setOpen(open === 'history' ? null : 'history')}>
                  {t(open === 'history' ? 'hideHistory' : 'showHistory')}
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        ) : null}
      </Group>
      {card.doubles.map(({ memberId: other, name, number: otherNumber }) => (
        <MemberLink key={otherNumber} id={other}>
          <Status kind="warning">{t('sameNumber', { name, number: otherNumber })}</Status>
        </MemberLink>
      ))}
      {open === 'history' ? <History card={card} /> : null}
      {open === 'label' ? <CardLabelDialog card={card} save={relabel} onClose={close} /> : null}
      {open === 'replace' ? <ReplaceCardDialog card={card} memberId={memberId} onClose={close} /> : null}
    </Stack>
  )
}

const History = ({ card }: { card: Card }) => {
  const { t } = useTranslation('members')
  const events = card.history
  if (events.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('noHistory', { moment: formatMoment(card.addedAt) })}
      </Text>
    )
  }
  return (
    <Stack component="ul" gap={2} m={0} pl="md" aria-label={t('historyOf', { number: card.number })}>
      {events.map(({ what, at, by }) => (
        <Text component="li" size="sm" c="dimmed" key={`${what} ${at}`}>
          {t(happened[what], { moment: formatMoment(at) })}
          {by === null ? null : `, ${t('byName', { name: by })}`}
        </Text>
      ))}
    </Stack>
  )
}
