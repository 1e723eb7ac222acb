//! A journal's bytes in memory.

use std::cell::RefCell;
use std::io;
use std::rc::Rc;

use drumhead::battle::Store;

/// Bytes that every copy shares.
#[derive(Debug, Clone, Default)]
pub(crate) struct InMemory(Rc<RefCell<Vec<u8>>>);

impl InMemory {
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.0.borrow().clone()
    }
}

impl Store for InMemory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(())
    }

    fn sync(&mut self) -> io::Result<()> {
        Ok(())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        let length = usize::try_from(length).expect("a length");
        self.0.borrow_mut().truncate(length);
        Ok(())
    }

    fn length(&self) -> io::Result<u64> {
        Ok(u64::try_from(self.0.borrow().len()).expect("a length"))
    }
}
