import { Button, Card, Text, Title } from '@mantine/core'
import type { OwnTraining } from '@spacekeeper/contract/training/shapes.ts'
import { IconCertificate } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { ownTrainingQuery } from './api.ts'
import { EndedCertificateRow, HeldCertificateRow, OpenCertificateRow } from './own-certificate-row.tsx'
import classes from './training.module.css'

const Section = ({ title, children }: { title: string; children: ReactNode[] }) => {
  const id = useId()
  if (children.length === 0) return null
  return (
    <Card component="section" aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      <ul className={classes.list}>{children}</ul>
    </Card>
  )
}

const Trainer = ({ trains }: Pick<OwnTraining, 'trains'>) => {
  const { t } = useTranslation('training')
  if (trains.length === 0) return null
  return (
    <Card component="section">
      <Title order={2}>{t('trainerTitle')}</Title>
      <Text c="dimmed" size="sm" mb="sm">
        {t('trainerText', { names: trains.map(({ name }) => name).join(', ') })}
      </Text>
      <Button size="sm" renderRoot={(props) => <Link to="/account/training/award" {...props} />}>
        {t('trainerOpen')}
      </Button>
    </Card>
  )
}

const Sheet = ({ open, held, ended, trains }: OwnTraining) => {
  const { t } = useTranslation('training')
  const isNeeded = ({ devices, isInduction }: OwnTraining['open'][number]) => devices.length > 0 || isInduction
  const [needed, others] = [open.filter(isNeeded), open.filter((one) => !isNeeded(one))]
  const isBare = open.length + held.length + ended.length === 0
  return (
    <div className={classes.column}>
      {isBare ? <Empty title={t('emptyTitle')} text={t('emptyText')} /> : null}
      <Section title={t('needTitle')}>
        {needed.map((one) => (
          <OpenCertificateRow key={one.id} certificate={one} />
        ))}
      </Section>
      <Trainer trains={trains} />
      <Section title={t('heldTitle')}>
        {held.map((one) => (
          <HeldCertificateRow key={one.id} held={one} />
        ))}
      </Section>
      <Section title={t('moreTitle')}>
        {others.map((one) => (
          <OpenCertificateRow key={one.id} certificate={one} />
        ))}
      </Section>
      <Section title={t('endedTitle')}>
        {ended.map((one) => (
          <EndedCertificateRow key={one.id} award={one} />
        ))}
      </Section>
    </div>
  )
}

/** What the member is trained for, and what they still need for which machines. */
const TrainingPage = () => <Page query={useQuery(ownTrainingQuery)}>{(training) => <Sheet {...training} />}</Page>

export const Route = createFileRoute('/account/training')({
  component: TrainingPage,
  loader: ({ context }) => void context.queryClient.prefetchQuery(ownTrainingQuery),
  staticData: {
    title: 'training:titleTraining',
    name: 'training',
    loggedIn: true,
    kiosk: true,
    menu: { group: 'membership', icon: IconCertificate, order: 25 },
  },
})
