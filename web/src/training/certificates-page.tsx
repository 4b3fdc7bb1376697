import { Anchor, Button, Card, Group, Stack, Text } from '@mantine/core'
import type { Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { IconCertificate, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useProfile } from '#platform/session/session.ts'
import { isStaffFor } from '#platform/shell/guard.ts'
import { Empty, Page } from '#platform/ui/page.tsx'
import { RowsSkeleton } from '#platform/ui/skeletons.tsx'
import { Status } from '#platform/ui/status.tsx'
import { certificatesQuery } from './api.ts'
import { CertificateDialog } from './certificate-dialog.tsx'
import { courseWords } from './words.ts'
import classes from './training.module.css'

const CertificateRow = ({ certificate }: { certificate: Certificate }) => {
  const { t } = useTranslation('training')
  const { id, name, description, course, devices, holders, isInduction, archivedAt } = certificate
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <Anchor
          className={classes.link ?? ''}
          renderRoot={(props) => (
            <Link to="/manage/training/$certificateId" params={{ certificateId: String(id) }} {...props} />
          )}
        >
          {name}
        </Anchor>
        {archivedAt ? <Status kind="none">{t('archivedBadge')}</Status> : null}
        {isInduction ? <Status kind="info">{t('inductionBadge')}</Status> : null}
      </div>
      {description === '' ? null : <p className={classes.fact}>{description}</p>}
      <p className={classes.fact}>
        {t(courseWords[course])}. {t('holdersCount', { count: holders })}.
      </p>
      <p className={classes.fact}>
        {devices.length === 0
          ? t('neededForNone')
          : t('neededFor', { names: devices.map((device) => device.name).join(', ') })}
      </p>
    </li>
  )
}

/** Every certificate of the space. */
const CertificatesPage = () => {
  const { t } = useTranslation('training')
  const [isAdding, setAdding] = useState(false)
  const navigate = useNavigate()
  const add = isStaffFor(useProfile(), 'members') ? (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {t('addCertificate')}
    </Button>
  ) : null
  return (
    <Stack gap="md" maw={820}>
      <Page
        query={useQuery(certificatesQuery)}
        skeleton={<RowsSkeleton rows={4} />}
        isEmpty={({ certificates }) => certificates.length === 0}
        empty={<Empty title={t('noCertificatesTitle')} text={t('noCertificatesText')} action={add} />}
      >
        {({ certificates }) => (
          <>
            <Group justify="space-between" gap="sm">
              <Text c="dimmed" maw={520}>
                {t('certificatesIntro')}
              </Text>
              {add}
            </Group>
            <Card>
              <ul className={classes.list} aria-label={t('titleCertificates')}>
                {certificates.map((one) => (
                  <CertificateRow key={one.id} certificate={one} />
                ))}
              </ul>
            </Card>
          </>
        )}
      </Page>
      {isAdding ? (
        <CertificateDialog
          certificate={null}
          onClose={() => setAdding(false)}
          onAdded={(id) =>
            void navigate({ to: '/manage/training/$certificateId', params: { certificateId: String(id) } })
          }
        />
      ) : null}
    </Stack>
  )
}

export const Route = createFileRoute('/manage/training')({
  component: CertificatesPage,
  staticData: {
    title: 'training:titleCertificates',
    loggedIn: true,
    staff: ['members', 'access', 'devices'],
    menu: { group: 'admin', icon: IconCertificate, order: 25 },
  },
})
