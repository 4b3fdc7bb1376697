import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { ShownPlace, StoragePlace } from '@spacekeeper/contract/storage/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { formatCalendarDay, formatDay } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { MemberLink } from '#platform/shell/member-link.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { placeQuery } from './api.ts'
import { loadStorageWords } from './page-words.ts'
import { PlaceActions } from './place-actions-list.tsx'
import { placeMarks } from './words.ts'

/** What a reader of the label wants to know: whose it is. */
const useOwnerWords = ({ isOwn, holderName, state }: ShownPlace) => {
  const { t } = useTranslation('storage')
  if (isOwn) return t('isYours')
  if (state === 'free') return `${t('isFree')} ${t('isFreeText')}`
  if (state === 'outOfUse') return t('isOutOfUseText')
  return holderName === null ? t('isOfMember') : t('isOf', { name: holderName })
}

const StaffFacts = ({ place }: { place: StoragePlace }) => {
  const { t } = useTranslation('storage')
  const { holder, heldSince, untilOn, clearBy, notes } = place
  const days = [
    ...(heldSince === null ? [] : [t('heldSince', { day: formatDay(heldSince) })]),
    ...(untilOn === null ? [] : [t('until', { day: formatCalendarDay(untilOn) })]),
    ...(clearBy === null ? [] : [t('clearBy', { day: formatCalendarDay(clearBy) })]),
  ]
  return (
    <>
      {holder ? (
        <Text>
          <MemberLink id={holder.id} isInText>
            {holder.name}
          </MemberLink>
          {holder.isMember ? '' : ` (${t('formerMember')})`}
          {days.length > 0 ? `, ${days.join(', ')}` : ''}
        </Text>
      ) : null}
      {notes === '' ? null : (
        <Text size="sm" c="dimmed" style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>
          {notes}
        </Text>
      )}
    </>
  )
}

const PlaceCard = ({ place }: { place: ShownPlace }) => {
  const { t } = useTranslation('storage')
  const navigate = useNavigate()
  const words = useOwnerWords(place)
  const { code, name, kind, area, state, isOwn, staff } = place
  return (
    <Card component="section" aria-label={code}>
      <Stack gap="sm">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={2} style={{ overflowWrap: 'anywhere' }}>
            {code}
          </Title>
          {staff ? <PlaceActions place={staff} onRemoved={() => void navigate({ to: '/manage/storage' })} /> : null}
        </Group>
        <Text c="dimmed">{[name, t(`kind_${kind}`), area].filter((part) => part !== '').join(', ')}</Text>
        <Status kind={placeMarks[state]} size="md">
          {t(`state_${state}`)}
        </Status>
        <Text>{words}</Text>
        {staff ? <StaffFacts place={staff} /> : null}
        {isOwn ? (
          <Anchor component={Link} to="/account/storage">
            {t('toOwn')}
          </Anchor>
        ) : null}
      </Stack>
    </Card>
  )
}

/** What the label of a place leads to. */
const PlacePage = () => {
  const { code } = Route.useParams()
  return (
    <Stack maw={560}>
      <Page query={useQuery(placeQuery(code))}>{(place) => <PlaceCard place={place} />}</Page>
    </Stack>
  )
}

export const Route = createFileRoute('/storage/$code')({
  component: PlacePage,
  loader: loadStorageWords,
  staticData: { title: 'storage:titlePlace', loggedIn: true, hiddenMenu: true, feature: 'enableStorage' },
})
