import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { OwnStorage } from '@spacekeeper/contract/storage/shapes.ts'
import { IconBox } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '#platform/form/confirm-dialog.tsx'
import { formatCalendarDay, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { notify } from '#platform/ui/notify.tsx'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { ownStorageQuery, unask } from './api.ts'
import { loadStorageWords } from './page-words.ts'
import { RequestDialog } from './request-dialog.tsx'
import { placeMarks } from './words.ts'

type OwnPlace = OwnStorage['places'][number]

const useOwnWords = ({ state, untilOn, clearBy }: OwnPlace) => {
  const { t } = useTranslation('storage')
  const day = clearBy ?? untilOn
  const words = { day: day === null ? '' : formatCalendarDay(day) }
  if (state === 'overdue' || state === 'ending' || state === 'toClear') return t(`mineState_${state}`, words)
  return t('mineState_held', { until: untilOn === null ? t('untilNone') : t('until', words) })
}

const OwnPlaceCard = ({ place }: { place: OwnPlace }) => {
  const { t } = useTranslation('storage')
  const { code, name, kind, area, state } = place
  return (
    <Card component="section" aria-label={code}>
      <Stack gap={4}>
        <Group justify="space-between" gap="sm">
          <Title order={2}>{code}</Title>
          <Status kind={placeMarks[state]}>{t(`state_${state}`)}</Status>
        </Group>
        <Text c="dimmed" size="sm">
          {[name, t(`kind_${kind}`), area].filter((part) => part !== '').join(', ')}
        </Text>
        <Text>{useOwnWords(place)}</Text>
      </Stack>
    </Card>
  )
}

const WaitingCard = ({
  request,
  freePlaces,
  onAsk,
}: Pick<OwnStorage, 'request' | 'freePlaces'> & { onAsk: () => void }) => {
  const { t } = useTranslation('storage')
  const [isLeaving, setLeaving] = useState(false)
  if (!request) return null
  const { kind, note, askedAt } = request
  return (
    <Card component="section" aria-labelledby="storage-waiting">
      <Stack gap="xs" align="flex-start">
        <Title order={2} id="storage-waiting">
          {t('waitingTitle')}
        </Title>
        <Text>{t('waitingFor', { kind: t(kind === null ? 'askAny' : `kind_${kind}`), day: formatDay(askedAt) })}</Text>
        {note === '' ? null : (
          <Text c="dimmed" size="sm" style={{ overflowWrap: 'anywhere' }}>
            {note}
          </Text>
        )}
        <Text c="dimmed" size="sm">
          {freePlaces === 0 ? t('freeNone') : t('freeNow', { count: freePlaces })}
        </Text>
        <Group gap="xs">
          <Button variant="default" onClick={onAsk}>
            {t('askChange')}
          </Button>
          <Button variant="subtle" onClick={() => setLeaving(true)}>
            {t('unask')}
          </Button>
        </Group>
      </Stack>
      {isLeaving ? (
        <ConfirmDialog
          title={t('unaskTitle')}
          text={t('unaskText')}
          action={t('unask')}
          run={async () => {
            await unask()
            notify.done({ text: t('unasked') })
          }}
          onClose={() => setLeaving(false)}
        />
      ) : null}
    </Card>
  )
}

/** The member's own storage places, and the waiting list. */
const StoragePage = () => {
  const { t } = useTranslation('storage')
  const [isAsking, setAsking] = useState(false)
  const open = () => setAsking(true)
  return (
    <Stack gap="md" maw={620}>
      <Page query={useQuery(ownStorageQuery)}>
        {({ places, request, mayAsk, freePlaces }) => {
          const askButton = mayAsk ? <Button onClick={open}>{t('ask')}</Button> : null
          const isEmpty = places.length === 0 && request === null
          return (
            <>
              {isEmpty ? (
                <Empty
                  title={t('mineEmpty')}
                  text={t(mayAsk ? 'mineEmptyText' : 'mineEmptyFormer')}
                  action={askButton}
                />
              ) : (
                <Group justify="space-between" gap="sm">
                  <Text c="dimmed" maw={400}>
                    {t('mineIntro')}
                  </Text>
                  {request ? null : askButton}
                </Group>
              )}
              {places.map((place) => (
                <OwnPlaceCard key={place.code} place={place} />
              ))}
              <WaitingCard request={request} freePlaces={freePlaces} onAsk={open} />
              {isAsking ? <RequestDialog request={request} onClose={() => setAsking(false)} /> : null}
            </>
          )
        }}
      </Page>
    </Stack>
  )
}

export const Route = createFileRoute('/account/storage')({
  component: StoragePage,
  loader: loadStorageWords,
  staticData: {
    title: 'storage:titleStorage',
    loggedIn: true,
    feature: 'enableStorage',
    menu: { group: 'membership', icon: IconBox, order: 45 },
  },
})
