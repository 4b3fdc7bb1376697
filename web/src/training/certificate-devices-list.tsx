import { Anchor, Card, Text, Title } from '@mantine/core'
import type { Certificate } from '@spacekeeper/contract/training/shapes.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import classes from './training.module.css'

const pages = {
  door: '/manage/devices/doors/$deviceId',
  interlock: '/manage/devices/interlocks/$deviceId',
} as const // addresses of pages

/** The doors and machines that ask for a certificate, each with the way to where that is said. */
export const CertificateDevicesList = ({ devices }: Pick<Certificate, 'devices'>) => {
  const { t } = useTranslation('training')
  return (
    <Card component="section">
      <Title order={2}>{t('devicesTitle')}</Title>
      {devices.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('devicesNone')}
        </Text>
      ) : (
        <ul className={classes.list}>
          {devices.map(({ id, name, kind }) => (
            <li key={id} className={classes.row}>
              <Anchor
                className={classes.link ?? ''}
                renderRoot={(props) => (
                  <Link to={pages[kind]} params={{ deviceId: String(id) }} search={{ tab: 'access' }} {...props} />
                )}
              >
                {name}
              </Anchor>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
