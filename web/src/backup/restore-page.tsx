import { Button, FileButton, Group, Progress, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute, Link } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { fieldErrors, hasCode } from '#platform/api/api-error.ts'
import { errorText } from '#platform/api/error-text.ts'
import { useMutation } from '#platform/api/use-mutation.ts'
import { Form } from '#platform/form/form.tsx'
import { formatSize } from '#platform/i18n/format-size.ts'
import { addTexts } from '#platform/i18n/i18n.ts'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { OutcomeCard } from '#platform/ui/outcome-card.tsx'
import { backups, restoreQuery } from './api.ts'
import { uploadBackup } from './backup-upload.ts'

type FileThere = { file: File; uploadId: string }

/** Chooses the file, uploads it and starts. A wrong code is typed again without another upload. */
const RestoreForm = ({ token, fault, onStarted }: { token: string; fault: string | null; onStarted: () => void }) => {
  const { t } = useTranslation('backup')
  const [file, setFile] = useState<File | null>(null)
  const [code, setCode] = useState('')
  const [part, setPart] = useState<number | null>(null)
  const uploaded = useRef<FileThere | null>(null)
  const restore = useMutation({
    mutationFn: async (chosen: File) => {
      if (uploaded.current?.file !== chosen)
        uploaded.current = { file: chosen, uploadId: await uploadBackup(chosen, { token, progress: setPart }) }
      setPart(null)
      await backups.startRestore({ token, uploadId: uploaded.current.uploadId, code })
    },
    onSuccess: () => {
      // Where it fails after that, another upload is wanted.
      uploaded.current = null
      onStarted()
    },
    onError: (error) => {
      setPart(null)
      // Anything but a wrong code wants another upload.
      if (fieldErrors(error)['code'] === undefined) uploaded.current = null
    },
  })
  const problems = restore.error ? fieldErrors(restore.error) : {}
  const problem =
    restore.error && problems['code'] === undefined ? (problems['bytes'] ?? errorText(restore.error)) : null
  const failure =
    problem ?? (fault === null || restore.error || restore.isPending ? null : t('restoreFailed', { fault }))
  return (
    <Form
      onSubmit={(event) => {
        event.preventDefault()
        if (file) restore.mutate(file)
      }}
    >
      <Stack gap="md">
        <Stack gap={4}>
          <Group gap="sm">
            <FileButton accept=".backup" onChange={setFile} disabled={restore.isPending}>
              {(props) => (
                <Button {...props} variant="default" disabled={restore.isPending}>
                  {t('chooseFile')}
                </Button>
              )}
            </FileButton>
          </Group>
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {file === null ? t('fileHint') : t('fileName', { name: file.name, size: formatSize(file.size) })}
          </Text>
        </Stack>
        <TextInput
          // Unmarked: a backup without encryption has none.
          name="code"
          label={t('restoreCode')}
          description={t('restoreCodeHint')}
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={problems['code']}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {part === null ? null : (
          <Stack gap={4} role="status">
            <Progress value={part * 100} aria-label={t('titleRestore')} />
            <Text size="sm">{t('uploading', { part: Math.floor(part * 100) })}</Text>
          </Stack>
        )}
        {failure === null ? null : <FormError>{failure}</FormError>}
        <Group gap="sm">
          <Button type="submit" disabled={file === null} loading={restore.isPending}>
            {t('restore')}
          </Button>
          <Button variant="default" component={Link} to={`/setup/${token}`} disabled={restore.isPending}>
            {t('backToSetup')}
          </Button>
        </Group>
      </Stack>
    </Form>
  )
}

const LogInCard = ({ kind }: { kind: 'done' | 'failed' }) => {
  const { t } = useTranslation('backup')
  const isDone = kind === 'done'
  return (
    <OutcomeCard
      kind={kind}
      title={t(isDone ? 'restored' : 'restoreUnusable')}
      text={t(isDone ? 'restoredText' : 'restoreUnusableText')}
    >
      {/* The portal is another one by now, so nothing that this page knows of it is kept. */}
      <Button size="xs" component="a" href="/login">
        {t('toLogin')}
      </Button>
    </OutcomeCard>
  )
}

/** Restores a portal that has no member yet from a backup. */
const RestorePage = () => {
  const { t } = useTranslation('backup')
  const { setupToken: token } = Route.useParams()
  const [hasStarted, setStarted] = useState(false)
  const { data, error, refetch } = useQuery(restoreQuery(token))
  // The portal that came back has another secret, by which its links are known.
  if (hasCode(error, 'invalidLink')) return <LogInCard kind={hasStarted ? 'done' : 'failed'} />
  if (!data) return <OutcomeCard kind="working" title={t('titleRestore')} />
  const { isPossible, step, fault } = data
  if (!isPossible) return <OutcomeCard kind="failed" title={t('restoreElsewhere')} text={t('restoreElsewhereText')} />
  if (step === 'waiting') return <OutcomeCard kind="done" title={t('restoreWaiting')} text={t('restoreWaitingText')} />
  if (step === 'restoring' || step === 'restarting') {
    if (!hasStarted) setStarted(true)
    return <OutcomeCard kind="working" title={t(step)} {...(step === 'restoring' && { text: t('restoringText') })} />
  }
  return (
    <AuthFrame title={t('titleRestore')} subtitle={t('restoreText')}>
      <RestoreForm
        token={token}
        fault={fault}
        onStarted={() => {
          setStarted(true)
          void refetch()
        }}
      />
    </AuthFrame>
  )
}

export const Route = createFileRoute('/restore/$setupToken')({
  component: RestorePage,
  loader: async () => {
    const { backupText } = await import('./text.ts')
    addTexts({ backup: backupText })
  },
  staticData: { title: 'backup:titleRestore', bgGradient: true },
})
