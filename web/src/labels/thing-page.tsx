import { Anchor, Card, Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { accessQuery } from '../access/api.ts'
import { type AccessDevice, devicesOf } from '../access/device-badge.tsx'
import { ThingReportCard } from '../issues/thing-report-card.tsx'

/** What the code on a machine or door leads to: whether the reader can use it, and why not, and where to say what is wrong. */
const ThingPage = () => {
  const { t } = useTranslation('labels')
  const { deviceId } = Route.useParams()
  return (
    <Page query={useQuery(accessQuery)}>
      {(access) => {
        const device = devicesOf(access).find(({ id }) => String(id) === deviceId)
        return device ? (
          <Stack gap="md" maw={720}>
            <Thing device={device} />
            <ThingReportCard device={device} />
          </Stack>
        ) : (
          <Empty title={t('thingGone')} text={t('thingGoneText')} />
        )
      }}
    </Page>
  )
}

const managedAt = {
  door: '/manage/devices/doors/$deviceId',
  machine: '/manage/devices/interlocks/$deviceId',
} as const // addresses

const Thing = ({ device: { id, name, type, refusal } }: { device: AccessDevice }) => {
  const { t } = useTranslation('labels')
  const { t: tAccess } = useTranslation('access')
  const isStaff = useProfile()?.staffPermissions.includes('devices') ?? false
  return (
    <Card>
      <Stack gap="sm">
        <Title order={2}>{name}</Title>
        {refusal === null ? (
          <Status kind="good">{t('thingWorks', { name })}</Status>
        ) : (
          <>
            <Status kind="refused">{t('thingNot', { name })}</Status>
            <Text>{tAccess(`${refusal}.title`)}</Text>
          </>
        )}
        <Group gap="md">
          <Anchor renderRoot={(props) => <Link to="/account/access" {...props} />}>{t('thingAccess')}</Anchor>
          {isStaff ? (
            <Anchor renderRoot={(props) => <Link to={managedAt[type]} params={{ deviceId: String(id) }} {...props} />}>
              {t('thingManage')}
            </Anchor>
          ) : null}
        </Group>
      </Stack>
    </Card>
  )
}

export const Route = createFileRoute('/things/$deviceId')({
  component: ThingPage,
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(accessQuery)
    const { labelsText } = await import('./text.ts')
    addTexts({ labels: labelsText })
  },
  staticData: { title: 'labels:titleThing', loggedIn: true, hiddenMenu: true, backButton: '/account/access' },
})
