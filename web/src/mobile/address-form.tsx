import { Button, Stack, TextInput } from '@mantine/core'
import type { MobileShell } from '@spacekeeper/contract/mobile-shell.ts'
import { IconQrcode } from '@tabler/icons-react'
import { type SyntheticEvent, useRef, useState } from 'react'
import { showProblem } from '#platform/form/form-problem.ts'
import { Form } from '#platform/form/form.tsx'
import { useTranslation } from '#platform/i18n/use-translation.ts'
import { useSplash } from '#platform/shell/document.ts'
import { AuthFrame } from '#platform/ui/auth-frame.tsx'
import { FormError } from '#platform/ui/form-error.tsx'
import { findPortal, readAddress } from './portal-address.ts'

type AddressTrouble = 'notAnAddress' | 'needsHttps' | 'unreachable' | 'noPortal' | 'scanFailed'

/** Where an address leads: to a portal, or why to none. */
const lookUp = async (address: string): Promise<{ origin: string } | { problem: AddressTrouble }> => {
  const read = readAddress(address)
  if ('problem' in read) return read
  const found = await findPortal(read.origin)
  return 'problem' in found ? found : read
}

type Props = {
  shell: MobileShell
  /** Of a link that started the app. */
  suggested: string
  onChosen: (origin: string) => void
}

/** The first screen of the app: which portal it is of. */
export const AddressForm = ({ shell, suggested, onChosen }: Props) => {
  const { t } = useTranslation('mobile')
  const [address, setAddress] = useState(suggested)
  const [problem, setProblem] = useState<AddressTrouble | null>(null)
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  useSplash()
  const connect = async (typed: string) => {
    if (isBusy) return
    setBusy(true)
    setProblem(null)
    const found = await lookUp(typed)
    setBusy(false)
    if ('origin' in found) onChosen(found.origin)
    else showProblem(form.current, () => setProblem(found.problem))
  }
  const scan = async () => {
    setProblem(null)
    try {
      const text = await shell.scanCode()
      if (text === null) return
      const read = readAddress(text)
      setAddress('origin' in read ? read.origin : text)
      await connect(text)
    } catch {
      setProblem('scanFailed')
    }
  }
  const onSubmit = (event: SyntheticEvent) => {
    event.preventDefault()
    void connect(address)
  }
  return (
    <AuthFrame title={t('chooseTitle')} subtitle={t('chooseHint')}>
      <Form ref={form} onSubmit={onSubmit} aria-label={t('chooseTitle')}>
        <Stack gap={18}>
          <TextInput
            label={t('address')}
            required={'problem' in readAddress('')}
            inputMode="url"
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck={false}
            autoComplete="url"
            placeholder="portal.example.org"
            value={address}
            error={problem !== null && problem !== 'scanFailed' ? t(problem) : undefined}
            onChange={({ currentTarget }) => {
              setAddress(currentTarget.value)
              setProblem(null)
            }}
          />
          <FormError>{problem === 'scanFailed' ? t(problem) : undefined}</FormError>
          <Button type="submit" size="lg" loading={isBusy}>
            {t('connect')}
          </Button>
          <Button
            variant="default"
            size="lg"
            leftSection={<IconQrcode size={20} aria-hidden />}
            onClick={() => void scan()}
          >
            {t('scan')}
          </Button>
        </Stack>
      </Form>
    </AuthFrame>
  )
}
