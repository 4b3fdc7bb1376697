import { Button, Card, Group, Stack, Text, Title } from '@mantine/core'
import type { Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { formatList, formatNumber } from '#platform/i18n/format.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { Status } from '#platform/ui/status.tsx'
import { certificatesQuery } from './api.ts'
import { ArchiveCard } from './archive-card.tsx'
import { CertificateDevicesList } from './certificate-devices-list.tsx'
import { CertificateDialog } from './certificate-dialog.tsx'
import { CertificateHoldersCard } from './certificate-holders-card.tsx'
import { ContentCard } from './content-card.tsx'
import { TrainersCard } from './trainers-card.tsx'
import { courseWords } from './words.ts'
import classes from './training.module.css'

const Fact = ({ label, children }: { label: string; children: string }) => (
  <div>
    <Text size="sm" c="dimmed" component="dt">
      {label}
    </Text>
    <Text component="dd" m={0}>
      {children}
    </Text>
  </div>
)

const Facts = ({ certificate, mayChange }: { certificate: Certificate; mayChange: boolean }) => {
  const { t } = useTranslation('training')
  const [isOpen, setOpen] = useState(false)
  const { course, passPercent, validDays, unusedDays, remindDays, archivedAt } = certificate
  const days = formatList(remindDays.map((day) => formatNumber(day)))
  const lasts = validDays === null ? t('lastsForever') : t('lastsDays', { count: validDays })
  const unused = unusedDays === null ? '' : `. ${t('lastsUnused', { count: unusedDays })}`
  return (
    <Card component="section">
      <Group justify="space-between" mb="sm">
        <Title order={2}>{t('factsTitle')}</Title>
        {mayChange && archivedAt === null ? (
          <Button variant="default" size="xs" onClick={() => setOpen(true)}>
            {t('changeCertificate')}
          </Button>
        ) : null}
      </Group>
      <Stack component="dl" gap="sm" m={0}>
        <Fact label={t('factCourse')}>{t(courseWords[course])}</Fact>
        {course === 'none' ? null : <Fact label={t('factPass')}>{t('percentOf', { percent: passPercent })}</Fact>}
        <Fact label={t('factLasts')}>{`${lasts}${unused}`}</Fact>
        <Fact label={t('factReminders')}>
          {remindDays.length === 0
            ? t('remindersNone')
            : t('remindersBefore', { count: Math.max(...remindDays), days })}
        </Fact>
      </Stack>
      {isOpen ? <CertificateDialog certificate={certificate} onClose={() => setOpen(false)} /> : null}
    </Card>
  )
}

const Sheet = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('training')
  const mayChange = isStaffFor(useProfile(), 'members')
  const { id, name, description, course, isInduction, archivedAt, devices } = certificate
  return (
    <Stack gap="lg">
      <div>
        <Group gap="sm">
          <Title order={2} fz="xl" style={{ overflowWrap: 'anywhere' }}>
            {name}
          </Title>
          {archivedAt ? <Status kind="none">{t('archivedBadge')}</Status> : null}
          {isInduction ? <Status kind="info">{t('inductionBadge')}</Status> : null}
        </Group>
        <p className={classes.fact}>{description}</p>
      </div>
      <div className={classes.columns}>
        <Stack gap="md">
          {mayChange && course === 'builtIn' && archivedAt === null ? <ContentCard certificateId={id} /> : null}
          {mayChange ? <CertificateHoldersCard certificate={certificate} /> : null}
        </Stack>
        <Stack gap="md">
          <Facts certificate={certificate} mayChange={mayChange} />
          <TrainersCard certificate={certificate} mayChange={mayChange && archivedAt === null} />
          <CertificateDevicesList devices={devices} />
          {mayChange ? <ArchiveCard certificate={certificate} /> : null}
        </Stack>
      </div>
    </Stack>
  )
}

/** One certificate: its course, its trainers, what asks for it, and who has it. */
const CertificatePage = () => {
  const { t } = useTranslation('training')
  const { certificateId } = Route.useParams()
  return (
    <Page query={useQuery(certificatesQuery)}>
      {({ certificates }) => {
        const certificate = certificates.find(({ id }) => String(id) === certificateId)
        if (certificate) return <Sheet key={certificate.id} certificate={certificate} />
        const all = (
          <Button variant="default" renderRoot={(props) => <Link to="/manage/training" {...props} />}>
            {t('allOfThem')}
          </Button>
        )
        return <Empty title={t('unknownCertificate')} text={t('unknownCertificateText')} action={all} />
      }}
    </Page>
  )
}

export const Route = createFileRoute('/manage/training/$certificateId')({
  component: CertificatePage,
  staticData: {
    title: 'training:titleCertificate',
    loggedIn: true,
    staff: ['members', 'access', 'devices'],
    hiddenMenu: true,
    backButton: '/manage/training',
  },
})
