import { useState } from 'react'
import { Button, Card, Stack, Text, Title } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PasswordDialog } from './password-dialog.tsx'
import classes from './profiles.module.css'

export const PasswordCard = () => {
  const { t } = useTranslation('profiles')
  const [isOpen, setOpen] = useState(false)
  return (
    <Card component="section" aria-labelledby="password">
      <div className={classes.row}>
        <Stack gap={2}>
          <Title order={2} id="password">
            {t('passwordHeading')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('passwordHint')}
          </Text>
        </Stack>
        <Button variant="default" onClick={() => setOpen(true)}>
          {t('changePassword')}
        </Button>
      </div>
      <PasswordDialog opened={isOpen} onClose={() => setOpen(false)} />
    </Card>
  )
}
