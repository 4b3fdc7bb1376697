import { Anchor, Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { HealthLine } from '@spacekeeper/contract/doctor/routes.ts'
import type { HealthArea } from '@spacekeeper/contract/doctor/words.ts'
import { IconRefresh, IconStethoscope } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { createFileRoute, Link, useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useText } from '#platform/i18n/use-text.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { useSite } from '#platform/session/site.ts'
import { decide } from '#platform/shell/guard.ts'
import { AddressWarning } from '#platform/ui/address-warning.tsx'
import { notify } from '#platform/ui/notify.tsx'
import { Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { healthQuery, lookAgain } from './api.ts'
import { HealthList, type PageNames } from './health-list.tsx'

const areaTitles = {
  site: 'areaSite',
  machine: 'areaMachine',
  database: 'areaDatabase',
  jobs: 'areaJobs',
  messages: 'areaMessages',
  devices: 'areaDevices',
  money: 'areaMoney',
  stripe: 'areaStripe',
} as const satisfies Record<HealthArea, string>

/** Pages by the address a finding leads to, as far as this reader may open them. */
const usePageNames = (): PageNames => {
  const text = useText()
  const router = useRouter()
  const profile = useProfile()
  const { features } = useSite()
  return (to) => {
    const [path] = to.split(/[?#]/)
    const route = Object.values(router.routesById).find(({ fullPath }) => fullPath === path)
    const flags = route?.options.staticData
    return flags?.title && decide(flags, { profile, features }) === 'allow' ? text(flags.title) : null
  }
}

/** What a line asks of its reader now. What is old may be over. */
const isTodo = ({ state, isOld }: HealthLine) => !isOld && (state === 'wrong' || state === 'attention')

const Summary = ({ lines }: { lines: readonly HealthLine[] }) => {
  const { t } = useTranslation('doctor')
  const count = (state: HealthLine['state']) => lines.filter((line) => isTodo(line) && line.state === state).length
  const [wrong, attention] = [count('wrong'), count('attention')]
  const unknown = lines.filter(({ state, isOld }) => isOld || state === 'unknown').length
  return (
    <Group gap="sm" role="status">
      {wrong > 0 ? <Status kind="refused">{t('sumWrong', { count: wrong })}</Status> : null}
      {attention > 0 ? <Status kind="warning">{t('sumAttention', { count: attention })}</Status> : null}
      {wrong + attention === 0 ? <Status kind="good">{t('allWell')}</Status> : null}
      {unknown > 0 ? <Status kind="none">{t('sumUnknown', { count: unknown })}</Status> : null}
    </Group>
  )
}

type SectionProps = { id: string; title: string; lines: readonly HealthLine[]; nameOf: PageNames; now: number }

const Section = ({ id, title, lines, nameOf, now }: SectionProps) =>
  lines.length === 0 ? null : (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <HealthList lines={lines} label={title} nameOf={nameOf} now={now} />
    </Card>
  )

/** First what there is to do, what is wrong before what is worth a look; then area by area what is well or not known. */
const Report = ({ lines, now }: { lines: readonly HealthLine[]; now: number }) => {
  const { t } = useTranslation('doctor')
  const nameOf = usePageNames()
  const todos = lines.filter(isTodo).toSorted((a, b) => Number(b.state === 'wrong') - Number(a.state === 'wrong'))
  const others = lines.filter((line) => !isTodo(line))
  const areas = [...new Set(others.map(({ area }) => area))]
  return (
    <>
      <Section id="doctor-todo" title={t('todoHeading')} lines={todos} nameOf={nameOf} now={now} />
      {areas.map((area) => (
        <Section
          key={area}
          id={`doctor-${area}`}
          title={t(areaTitles[area])}
          lines={others.filter((line) => line.area === area)}
          nameOf={nameOf}
          now={now}
        />
      ))}
    </>
  )
}

const LookAgain = () => {
  const { t } = useTranslation('doctor')
  const client = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const look = async () => {
    setBusy(true)
    try {
      client.setQueryData(healthQuery.queryKey, await lookAgain())
      notify.done({ text: t('looked') })
    } catch (error) {
      notify.failed(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={16} aria-hidden />}
      loading={isBusy}
      onClick={() => void look()}
    >
      {t('lookAgain')}
    </Button>
  )
}

const DoctorPage = () => {
  const { t } = useTranslation('doctor')
  const query = useQuery(healthQuery)
  return (
    <Page query={query}>
      {({ lines }) => (
        <Stack gap="md" maw={760}>
          <Text size="sm" c="dimmed">
            {t('intro')}
            <Anchor underline="always" renderRoot={(props) => <Link to="/manage/version" {...props} />}>
              {t('whatIsNew')}
            </Anchor>
          </Text>
          <AddressWarning />
          <Group justify="space-between">
            <Summary lines={lines} />
            <LookAgain />
          </Group>
          <Report lines={lines} now={query.dataUpdatedAt} />
        </Stack>
      )}
    </Page>
  )
}

export const Route = createFileRoute('/manage/doctor')({
  component: DoctorPage,
  // Few open the page, so its words come with it.
  loader: async ({ context }) => {
    void context.queryClient.prefetchQuery(healthQuery)
    const { doctorText } = await import('./text.ts')
    addTexts({ doctor: doctorText })
  },
  staticData: {
    title: 'doctor:titleDoctor',
    loggedIn: true,
    staff: 'settings',
    menu: { group: 'admin', icon: IconStethoscope, order: 98 },
  },
})
