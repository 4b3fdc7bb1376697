import { Text, Stack, Select, Button } from '@mantine/core'
import type { UnknownCard } from '@spacekeeper/contract/members/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Ago } from '#platform/ui/ago.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { useNow } from '#platform/ui/use-now.ts'
import { unknownCardsQuery } from '../api.ts'

type UnknownCardSwipe = NonNullable<UnknownCard['swipe']>

type Props = { label: (ending: string) => string; isBusy: boolean; onClaim: (swipeId: number) => void }

/** Listens at a door for an unknown card, and takes it with one tap. */
export const ClaimPicker = (props: Props) => {
  const { t } = useTranslation('members')
  const query = useQuery(unknownCardsQuery)
  return (
    <Page
      query={query}
      isEmpty={({ doors }) => doors.length === 0}
      empty={
        <Text size="sm" c="dimmed">
          {t('noDoorToClaim')}
        </Text>
      }
    >
      {({ doors }) => <Listening doors={doors} {...props} />}
    </Page>
  )
}

/** Where a card was just swiped, else the first that can be reached. */
const likely = (doors: readonly UnknownCard[]) => {
  const swiped = doors
    .filter(({ swipe }) => swipe !== null)
    .toSorted((a, b) => (b.swipe?.at ?? '').localeCompare(a.swipe?.at ?? ''))
  return swiped[0] ?? doors.find(({ isOffline }) => !isOffline) ?? doors[0]
}

const Listening = ({ doors, ...props }: Props & { doors: readonly UnknownCard[] }) => {
  const { t } = useTranslation('members')
  const [chosen, setChosen] = useState<string | null>(() => String(likely(doors)?.deviceId ?? ''))
  const door = doors.find(({ deviceId }) => String(deviceId) === chosen)
  return (
    <Stack gap="sm">
      <Select
        label={t('claimDoor')}
        data={doors.map(({ deviceId, name }) => ({ value: String(deviceId), label: name }))}
        value={chosen}
        onChange={setChosen}
        allowDeselect={false}
        searchable={doors.length > 10}
      />
      <div aria-live="polite">
        {door?.swipe ? (
          <Heard key={door.deviceId} door={door} swipe={door.swipe} {...props} />
        ) : (
          <Stack gap={4}>
            <Status kind="waiting">{t('claimWaiting', { door: door?.name ?? '' })}</Status>
            {door?.isOffline ? <Status kind="offline">{t('claimOffline')}</Status> : null}
          </Stack>
        )}
      </div>
    </Stack>
  )
}

/** What is under the finger stays there: a newer card is shown only when it is asked for. */
const Heard = ({
  door,
  swipe: newest,
  label,
  isBusy,
  onClaim,
}: Props & { door: UnknownCard; swipe: UnknownCardSwipe }) => {
  const { t } = useTranslation('members')
  const now = useNow(10_000)
  const [shown, setShown] = useState(newest)
  return (
    <Stack gap="sm" align="flex-start">
      <Text size="sm">
        {t('claimHeard', { ending: shown.ending, door: door.name })}, <Ago at={shown.at} now={now} />
      </Text>
      <Button loading={isBusy} onClick={() => onClaim(shown.id)}>
        {label(shown.ending)}
      </Button>
      {newest.id === shown.id ? null : (
        <Button variant="subtle" disabled={isBusy} onClick={() => setShown(newest)}>
          {t('claimNewer', { ending: newest.ending })}
        </Button>
      )}
    </Stack>
  )
}
