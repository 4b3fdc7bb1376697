import { Card } from '@mantine/core'
import type { Access } from '@spacekeeper/contract/access/shapes.ts'
import { IconKey } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { Page, Empty } from '#platform/ui/page.tsx'
import { answerOf, reasonForAll, sortOut, type SortedAccess, standingAnswerOf } from './answer.ts'
import { accessQuery } from './api.ts'
import type { AccessDevice } from './device-badge.tsx'
import { MembershipCard } from './membership-card.tsx'
import { OfflineBlocks, RefusalBlock } from './refusal-row.tsx'
import { RelaysList } from './relays-list.tsx'
import { standingOf } from './standings.ts'
import { WorksList } from './works-list.tsx'
import classes from './access.module.css'

const NotRightNow = ({ sorted }: { sorted: SortedAccess }) => {
  const { t } = useTranslation('access')
  const { works, groups, offline } = sorted
  if (groups.length + offline.length === 0) return null
  const reason = reasonForAll(sorted)
  const isAlone = reason !== null && groups.length + offline.length === 1
  return (
    <section className={isAlone ? undefined : classes.notNow} aria-label={t('notRightNow')}>
      {isAlone ? null : <h2 className={classes.headTitle}>{t('notRightNow')}</h2>}
      <Card component="ul" padding={0} className={classes.refusals ?? ''}>
        {groups.map((group) => (
          <RefusalBlock key={group.key} group={group} isAnswer={group.refusal === reason} isMore={works.length > 0} />
        ))}
        <OfflineBlocks devices={offline} />
      </Card>
    </section>
  )
}

const Works = ({ devices }: { devices: AccessDevice[] }) => {
  const { t } = useTranslation('access')
  if (devices.length === 0) return null
  return (
    <Card className={classes.works ?? ''}>
      <WorksList devices={devices} label={t('worksList')} />
    </Card>
  )
}

const Answer = ({ access }: { access: Access }) => {
  const { t } = useTranslation('access')
  const profile = useProfile()
  const sorted = sortOut(access)
  const { relays, works, running, groups, offline } = sorted
  if (profile && standingOf(profile) !== 'active') {
    return (
      <>
        <p className={classes.answer}>{standingAnswerOf(t, sorted)}</p>
        <Works devices={running} />
        <RelaysList devices={relays} />
        <MembershipCard />
      </>
    )
  }
  const hasOnlyRelays = works.length + running.length + groups.length + offline.length === 0
  return (
    <>
      {hasOnlyRelays && relays.length > 0 ? null : <p className={classes.answer}>{answerOf(t, sorted)}</p>}
      <Works devices={[...running, ...works]} />
      <RelaysList devices={relays} />
      <NotRightNow sorted={sorted} />
    </>
  )
}

const AccessPage = () => {
  const { t } = useTranslation('access')
  return (
    <div className={classes.column}>
      <Page
        query={useQuery(accessQuery)}
        isEmpty={({ doors, interlocks }) => doors.length + interlocks.length === 0}
        empty={<Empty title={t('worksOnNoneYet')} text={t('noDevicesText')} />}
      >
        {(access) => <Answer access={access} />}
      </Page>
    </div>
  )
}

export const Route = createFileRoute('/account/access')({
  component: AccessPage,
  loader: ({ context }) => void context.queryClient.prefetchQuery(accessQuery),
  staticData: {
    title: 'access:access',
    name: 'checkAccess',
    loggedIn: true,
    kiosk: true,
    bottomBar: true,
    menu: { group: 'membership', icon: IconKey, order: 20 },
  },
})
