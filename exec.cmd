@rem The scripts of package.json begin with the shell's "exec", so that signals reach the portal. Windows has none.
@%*
